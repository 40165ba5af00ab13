import type { App } from './app-type.ts'

/** The paths of the API with their methods. */
export type KnownPaths = { allowedAt(path: string): readonly string[] }

const order = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** Remembers each path with its methods, from the moment it is called. */
export function collectPaths(app: App): KnownPaths {
  const templates = new Map<string, Set<string>>()
  app.addHook('onRoute', ({ url, method }) => {
    const methods = templates.get(url) ?? new Set<string>(['OPTIONS'])
    for (const name of [method].flat()) {
      methods.add(name)
      if (name === 'GET') methods.add('HEAD')
    }
    templates.set(url, methods)
  })
  return {
    /** What may be asked of a path; nothing when the path is unknown. */
    allowedAt(path) {
      // `/v1/checks/icmp` is also `/v1/checks/:id` with a bad id: the methods of both answer.
      const allowed = new Set(
        [...templates].filter(([template]) => covers(template, path)).flatMap(([, methods]) => [...methods]),
      )
      return order.filter((method) => allowed.has(method))
    },
  }
}

function covers(template: string, path: string): boolean {
  const parts = template.split('/')
  const segments = path.split('/')
  if (parts.at(-1) === '*') {
    return (
      segments.length >= parts.length && parts.slice(0, -1).every((part, index) => part === segments[index])
    )
  }
  return (
    parts.length === segments.length &&
    parts.every((part, index) => part.startsWith(':') || part === segments[index])
  )
}
