import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const sources = join(import.meta.dirname, '../../../packages/web/src')

type Route = { parent: string; path: string; hasScreen: boolean }

/**
 * The path of every screen, such as `/accounts/$accountId/checks`, in the order of the alphabet. Read from the
 * sources: the router itself has JSX in it, which Node does not run.
 */
export function readScreenPaths(): string[] {
  const routes = new Map<string, Route>()
  for (const file of globSync('**/*.{ts,tsx}', { cwd: sources }).toSorted()) {
    const text = readFileSync(join(sources, file), 'utf8')
    for (const [index, { name, ...route }] of routesIn(text).entries()) {
      // One that nothing refers to needs no name.
      routes.set(name ?? `${file} ${index}`, route)
    }
  }
  const screens = [...routes.values()].filter(({ hasScreen }) => hasScreen)
  // A frame around other screens has the same path as the first of them; the frame of an account is none by itself.
  const paths = new Set(screens.map((route) => pathOf(routes, route)))
  paths.delete('/accounts/$accountId')
  return [...paths].toSorted()
}

function routesIn(text: string): (Route & { name: string | null })[] {
  const parts = text.split(/(?:(?:const|let) (\w+) = |\b)createRoute\(\{/)
  const found: (Route & { name: string | null })[] = []
  // Names and what follows them take turns, after what is before the first.
  for (let nth = 1; nth < parts.length; nth += 2) {
    const body = parts[nth + 1] ?? ''
    const parent = /getParentRoute: \(\) => (\w+)/.exec(body)?.[1]
    const path = /\bpath: '([^']*)'/.exec(body)?.[1]
    if (parent === undefined || path === undefined) throw new Error(`a route that cannot be read: ${body}`)
    found.push({ name: parts[nth] ?? null, parent, path, hasScreen: /\bcomponent: /.test(body) })
  }
  return found
}

function pathOf(routes: ReadonlyMap<string, Route>, { parent, path }: Route): string {
  const own = path.replace(/^\/|\/$/g, '')
  if (parent === 'rootRoute') return `/${own}`
  const above = routes.get(parent)
  if (above === undefined) throw new Error(`the route above ${path}, ${parent}, cannot be found`)
  return own === '' ? pathOf(routes, above) : `${pathOf(routes, above)}/${own}`
}
