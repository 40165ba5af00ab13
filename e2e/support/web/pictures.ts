import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'

/** Pictures of what tests come through are kept when this names a folder for them. */
export const pictures = process.env['SONDE_SCREENSHOTS']

export async function keepPicture(page: Page, name: string): Promise<void> {
  if (pictures === undefined) return
  mkdirSync(pictures, { recursive: true })
  await page.screenshot({ path: join(pictures, `${name}.png`), fullPage: true })
}
