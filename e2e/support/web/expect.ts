import { expect as impatient } from '@playwright/test'
import { patienceMs } from '../eventually.ts'

/** Waits as long as other waits of a page do: a machine that runs many tests is slow at times. */
export const expect = impatient.configure({ timeout: patienceMs })
