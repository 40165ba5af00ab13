import type { HTTPMethods } from 'fastify'
import { publicAccess } from './access.ts'
import type { App } from './app-type.ts'
import { Refusal } from './refusal.ts'

const methods: readonly HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** Remembers each path with its methods, from the moment it is called. */
export function collectPaths(app: App): Map<string, Set<string>> {
  const paths = new Map<string, Set<string>>()
  app.addHook('onRoute', ({ url, method }) => {
    // The documentation pages are the business of their plugin.
    if (url.startsWith('/docs')) return
    const known = paths.get(url) ?? new Set<string>()
    for (const name of [method].flat()) {
      known.add(name)
      if (name === 'GET') known.add('HEAD')
    }
    paths.set(url, known)
  })
  return paths
}

/** Answers the other methods of known paths: `OPTIONS` with what is allowed, the rest with 405. */
export function answerOtherMethods(app: App, paths: ReadonlyMap<string, ReadonlySet<string>>): void {
  const known = [...paths].map(([url, allowed]) => ({ url, allowed: new Set(allowed) }))
  for (const { url } of known) {
    // `/v1/checks/icmp` is also `/v1/checks/:id` with a bad id: the methods of both answer.
    const allowed = new Set(
      known.filter((other) => covers(other.url, url)).flatMap((other) => [...other.allowed]),
    )
    const allow = [...methods.filter((method) => allowed.has(method)), 'OPTIONS'].join(', ')
    app.route({
      method: methods.filter((method) => !allowed.has(method)),
      url,
      schema: { hide: true },
      config: { access: publicAccess },
      // Before the body is read: it does not matter here.
      onRequest: async (request) => {
        if (request.method !== 'OPTIONS') {
          throw new Refusal(405, `${request.method} is not allowed here: ${allow}`, {}, { allow })
        }
      },
      handler: async (_request, reply) => reply.header('allow', allow).code(204).send(),
    })
  }
}

function covers(template: string, url: string): boolean {
  const parts = template.split('/')
  const given = url.split('/')
  return (
    parts.length === given.length &&
    parts.every((part, index) => part.startsWith(':') || part === given[index])
  )
}
