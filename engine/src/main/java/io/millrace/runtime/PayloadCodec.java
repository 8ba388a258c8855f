package io.millrace.runtime;

/**
 * A hook for what is written to the journal: encrypt it, compress it, sign it. Applied to the values of events,
 * snapshots, work, cases and messages; keys stay readable, since they are what is searched by.
 */
public interface PayloadCodec {
    /** What is written for these bytes. */
    byte[] encode(byte[] plain);

    /** The reverse. What cannot be decoded is reported as damage. */
    byte[] decode(byte[] stored);

    /** Writes things as they are. */
    PayloadCodec PLAIN = new PayloadCodec() {
        @Override
        public byte[] encode(byte[] plain) {
            return plain;
        }

        @Override
        public byte[] decode(byte[] stored) {
            return stored;
        }
    };
}
