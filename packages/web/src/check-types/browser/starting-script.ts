export const exampleAddress = 'https://www.example.com'

/** A script that works for an address: the tests of a new check. */
export function startingScript(address: string): string {
  return `import { expect, test } from '@playwright/test'

test('The page works', async ({ page }) => {
  const response = await page.goto(${JSON.stringify(address)})
  expect(response?.status(), 'status code').toBeLessThan(400)
  await page.screenshot({ path: 'screenshot.jpg' })
})
`
}
