package io.millrace.journal;

class MemoryStoreTest extends StoreContract {
    @Override
    protected Store open() {
        return new MemoryStore();
    }

    @Override
    protected boolean durable() {
        return false;
    }
}
