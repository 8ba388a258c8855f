package io.millrace.runtime;

/**
 * Encrypts, compresses or signs stored values: those of events, snapshots, work, cases and messages. Keys stay readable, because the engine
 * searches by them. Must be safe for use by several threads.
 */
public interface PayloadCodec {
    /** Encodes bytes before they are stored. */
    byte[] encode(byte[] plain);

    /** Decodes stored bytes. The engine reports bytes that cannot be decoded as damage. */
    byte[] decode(byte[] stored);

    /** Stores values unchanged. */
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
