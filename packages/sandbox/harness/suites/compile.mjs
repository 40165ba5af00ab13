// @ts-check
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** What most tests do, so that what they need for it is compiled. */
const page = '<title>Shop</title><h1>Shop</h1><label>Name <input></label><button>Buy</button>'

/**
 * A project with one test, which runs the Playwright of another one as its tests do. Returns its configuration.
 *
 * @param {string} folder @param {string} playwright the package that tests load
 */
export function makeTrial(folder, playwright) {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  const config = join(folder, 'playwright.config.js')
  writeFileSync(config, `module.exports = { testDir: '.', workers: 1, retries: 0, timeout: 10_000 }\n`)
  writeFileSync(
    join(folder, 'trial.spec.ts'),
    `const { expect, test } = require(${JSON.stringify(playwright)})
    test('loads', async ({ page }) => {
      await page.setContent(${JSON.stringify(page)})
      await page.getByLabel('Name').fill('Ada')
      await page.getByRole('button').click()
      await expect(page.getByRole('heading')).toHaveText('Shop')
    })\n`,
  )
  return config
}
