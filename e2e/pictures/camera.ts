import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect } from '../support/web/expect.ts'

const sizes = { 390: 844, 1440: 900, 1920: 1080 } as const

export type Width = 390 | 1440 | 1920
export type Scheme = 'light' | 'dark'

export const widths: readonly Width[] = [390, 1440, 1920]
export const schemes: readonly Scheme[] = ['light', 'dark']

export type Shot = {
  name: string
  address: string
  /** What is pressed before: then the picture is of the window, otherwise of the whole page. */
  act?: (page: Page) => Promise<unknown>
  /** What is pointed at last: a chart that is drawn in other colours forgets where the pointer was. */
  point?: (page: Page) => Promise<unknown>
  widths?: readonly Width[]
  schemes?: readonly Scheme[]
}

/** The file that shows it. */
export function fileOf(name: string, scheme: Scheme, width: Width): string {
  return `${name}-${scheme}-${width}.png`
}

/** Pictures of one address at one width; says what went wrong instead of ending the others. */
export async function take(page: Page, shot: Shot, width: Width, folder: string): Promise<string | null> {
  if (shot.widths?.includes(width) === false) return null
  try {
    await page.setViewportSize({ width, height: sizes[width] })
    await page.goto(shot.address)
    await settle(page)
    if (shot.act === undefined) await showWhole(page, width)
    else await shot.act(page)
    for (const colorScheme of shot.schemes ?? schemes) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await settle(page)
      await shot.point?.(page)
      const path = join(folder, fileOf(shot.name, colorScheme, width))
      await page.screenshot({ path })
    }
    return null
  } catch (error) {
    return `${shot.name} at ${width}: ${error instanceof Error ? error.message : String(error)}`
  }
}

/**
 * A window as high as the page: what Chromium draws beyond the edge of a window has the text size of a phone, and bars that
 * stay at the edge are in the middle of the page.
 */
async function showWhole(page: Page, width: Width): Promise<void> {
  const height = Number(await page.evaluate('document.documentElement.scrollHeight'))
  if (height <= sizes[width]) return
  await page.setViewportSize({ width, height })
  await settle(page)
}

/** Charts learn of a new width a moment after the page, and names come after rows; live news never end. */
async function settle(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor({ state: 'attached' })
  await expect(page.getByRole('status').filter({ hasText: /^Loading/ })).toHaveCount(0)
  await page.evaluate('new Promise((done) => setTimeout(() => requestAnimationFrame(done), 300))')
}
