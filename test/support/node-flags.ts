/**
 * For processes that tests run in. Most of a test's code runs a few times: V8 shall translate it into machine code only
 * when it has run about four times as long as V8 would wait by itself, since that took a seventh of the tests' time.
 */
export const NODE_FLAGS = ['--interrupt-budget=500000'];
