export const exampleAddress = 'https://api.example.com/health'

/** A script that works for an address: the tests of a new check. */
export function startingScript(address: string): string {
  return `import { expect, test } from '@playwright/test'

test('The API works', async ({ request }) => {
  await test.step('Get the first page', async () => {
    const response = await request.get(${JSON.stringify(address)})
    expect(response.status(), 'status code').toBe(200)
  })
})
`
}
