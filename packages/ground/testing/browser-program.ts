import { existsSync } from 'node:fs'
import { isFull } from './thoroughness.ts'

const wholeBrowser = '/usr/bin/chromium'
const withoutWindows = '/usr/bin/chromium-headless-shell'

/**
 * The browser of tests. The same Chromium without windows, menus and extensions takes a third of the processor time; by
 * night, and where there is no other, it is the whole one that people have.
 */
export const browserProgram = !isFull && existsSync(withoutWindows) ? withoutWindows : wholeBrowser
