package io.millrace.net.file;

import io.millrace.net.text.Vocabulary;
import java.util.Map;
import java.util.Set;

/** The namespaces of YAWL files. */
final class Yawl {
    /** That of files since 2.0. */
    static final String NAMESPACE = "http://www.yawlfoundation.org/yawlschema";
    /** That of what Millrace adds. */
    static final String MILLRACE = "urn:millrace:net";
    static final String SCHEMA = "http://www.w3.org/2001/XMLSchema";
    static final String INSTANCE = "http://www.w3.org/2001/XMLSchema-instance";

    private static final String BETA = "http://www.citi.qut.edu.au/yawl";

    static final Vocabulary VOCABULARY =
            new Vocabulary(Set.of(NAMESPACE, BETA, "")::contains, Map.of(INSTANCE, "xsi", MILLRACE, "m"));

    private Yawl() {}
}
