import { createServer, type Server } from 'node:http'
import { playwrightProject } from '@sonde/agent/testing/suite-runs.ts'

const testsPerFile = 5

/** Names the one test by which the cost of a run is told from that of its tests. */
export const onlyTest = 'buys lamp 1$'

/**
 * A project of a usual kind: files of five tests, each of which opens a shop, looks for something, fills in a form and reads
 * what comes of it.
 */
export function shopProject(testCount: number, files: Readonly<Record<string, string>> = {}) {
  const specs: Record<string, string> = {}
  for (let first = 1; first <= testCount; first += testsPerFile) {
    const count = Math.min(testsPerFile, testCount - first + 1)
    specs[`tests/shop-${first}.spec.ts`] = specOf(first, count)
  }
  return playwrightProject({ ...specs, ...files })
}

function specOf(first: number, count: number): string {
  return `
import { test, expect, type Page } from '@playwright/test'

async function open(page: Page, path: string): Promise<void> {
  await page.goto(process.env.TARGET + path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

for (let nth = ${first}; nth < ${first + count}; nth += 1)
  test('buys lamp ' + nth, async ({ page }) => {
    await open(page, '/')
    await page.getByLabel('Search').fill('Lamp ' + (nth % 20))
    await page.getByRole('link', { name: 'Lamp ' + (nth % 20), exact: true }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Lamp ' + (nth % 20))
    await page.getByLabel('Pieces').fill('3')
    await page.getByLabel('Name').fill('Ada')
    await page.getByRole('button', { name: 'Buy' }).click()
    await expect(page.getByRole('status')).toHaveText('3 ordered for Ada')
  })
`
}

/** What the tests look at. */
export function createShop(): Server {
  return createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://shop')
    response.setHeader('content-type', pathname === '/shop.css' ? 'text/css' : 'text/html')
    response.end(pathname === '/shop.css' ? style : pageOf(pathname, searchParams))
  })
}

const style = 'body{font:16px sans-serif}li{display:inline-block;margin:1em;padding:1em;border:1px solid}'

function pageOf(pathname: string, values: URLSearchParams): string {
  const head = '<!doctype html><link rel="icon" href="data:,"><link rel="stylesheet" href="/shop.css">'
  const lamps = Array.from({ length: 20 }, (_, nth) => `Lamp ${nth}`)
  const own = lamps[Number(pathname.split('/')[2])] ?? 'Lamp'
  if (pathname === '/bought')
    return `${head}<title>Thanks</title><h1>Thanks</h1><p role="status">${Number(values.get('pieces'))} ordered for ${values.get('name')?.replace(/\W/g, '')}</p>`
  if (pathname.startsWith('/lamp/'))
    return `${head}<title>${own}</title><h1>${own}</h1><form action="/bought">
      <label>Pieces <input name="pieces"></label><label>Name <input name="name"></label><button>Buy</button></form>`
  const items = lamps.map((name, nth) => `<li><a href="/lamp/${nth}">${name}</a></li>`)
  return `${head}<title>Shop</title><h1>Shop</h1><label>Search <input id="search"></label><ul>${items.join('')}</ul><script>
    document.querySelector('#search').addEventListener('input', ({ target }) => {
      for (const item of document.querySelectorAll('li')) item.hidden = !item.textContent.includes(target.value)
    })</script>`
}
