/**
 * The turn: one command in, events decided and applied, one durable record out, and only then effects and the reply.
 *
 * <pre>
 *  Request ──▶ Lane ──▶ Entity.decide ──▶ TurnRecord ──▶ Committer ──▶ effects, reply
 *              a strand     pure: state,       events      group commit,    after the
 *              per shard    command, instant   + rows      one fsync        commit
 * </pre>
 *
 * The kernel knows no language: a language plugs in as {@link io.millrace.language.Compiled}. It is closed: nobody but the
 * facade knows it. Its rooms, each standing on those before it: {@code record}, {@code entity}, {@code index}, {@code lane},
 * {@code past}, {@code check}; here is what joins them.
 */
@NullMarked
package io.millrace.kernel;

import org.jspecify.annotations.NullMarked;
