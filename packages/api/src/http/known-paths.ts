import type { App } from './app-type.ts'

/** The paths of the API with their methods. */
export type KnownPaths = { allowedAt(path: string): readonly string[] }

const order = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** Remembers each path with its methods, from the moment it is called. */
export function collectPaths(app: App): KnownPaths {
  const templates = new Map<string, Template>()
  let mostParts = 0
  app.addHook('onRoute', ({ url, method }) => {
    const template = templates.get(url) ?? { parts: url.split('/'), methods: new Set<string>(['OPTIONS']) }
    for (const name of [method].flat()) {
      template.methods.add(name)
      if (name === 'GET') template.methods.add('HEAD')
    }
    templates.set(url, template)
    mostParts = Math.max(mostParts, template.parts.length)
  })
  return {
    /** What may be asked of a path; nothing when the path is unknown. */
    allowedAt(path) {
      // Of a path of ten thousand segments no more than tells that it is longer than any of ours.
      const segments = path.split('/', mostParts + 1)
      // `/v1/checks/icmp` is also `/v1/checks/:id` with a bad id: the methods of both answer.
      const allowed = new Set(
        templates
          .values()
          .filter(({ parts }) => covers(parts, segments))
          .flatMap(({ methods }) => methods),
      )
      return order.filter((method) => allowed.has(method))
    },
  }
}

/** `parts` of its address, such as `v1`, `checks` and `:id`. */
type Template = { parts: readonly string[]; methods: Set<string> }

function covers(parts: readonly string[], segments: readonly string[]): boolean {
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
