import type { Logger } from '@sonde/ground/logger.ts'

/** For tests that do not ask what was logged. */
export const silentLogger: Logger = { debug() {}, info() {}, warn() {}, error() {} }
