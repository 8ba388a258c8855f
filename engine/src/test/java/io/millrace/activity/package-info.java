@NullMarked
package io.millrace.activity;

import org.jspecify.annotations.NullMarked;
