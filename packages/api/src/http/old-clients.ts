import type { FastifyRequest } from 'fastify'
import { HttpRefusal } from './refusal.ts'

/** What versions of the reference's client ask for that came before those this server knows. */
const oldOperations = [
  /^POST \/next-v2\/projects\/deploy$/,
  /^DELETE \/next\/projects\/[^/]+$/,
  /^POST \/next\/test-sessions\/run$/,
]

/**
 * Tells whoever uses one what to install; null for everybody else. Not as 404, which the client takes for a project that is
 * not there.
 */
export function refusalOfOldClient({ method, headers }: FastifyRequest, path: string): HttpRefusal | null {
  const version = headers['x-checkly-cli-version']
  if (typeof version !== 'string' || !oldOperations.some((each) => each.test(`${method} ${path}`)))
    return null
  const used = /^[\w.+-]{1,40}$/.test(version) ? `Version ${version}` : 'This version'
  return new HttpRefusal(
    400,
    `${used} of the checkly command is too old for this server: install checkly 8.23.2 or later`,
  )
}
