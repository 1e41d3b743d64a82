/** Loads the service once, so that Node's compile cache is warm and the first start is as quick and small as the next. */
await import('../src/start.ts')
