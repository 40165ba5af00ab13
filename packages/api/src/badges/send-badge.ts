import { hash } from 'node:crypto'
import type { BadgeQuery } from '@sonde/schema/checks/badge.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { settingsOf } from '@sonde/actions/accounts/account-settings.ts'
import { notFound } from '@sonde/actions/refusal.ts'
import type { BadgeContent } from './badge-state.ts'
import { badgeSvg } from './badge-svg.ts'

/** Whoever asks must not learn whether the id is wrong or badges are switched off. */
export function requireBadges<Subject extends { accountSettings: Record<string, unknown> }>(
  subject: Subject | null,
): Subject {
  if (subject === null || !settingsOf({ settings: subject.accountSettings }).badgesEnabled) {
    throw notFound('badge')
  }
  return subject
}

export function sendBadge(
  request: FastifyRequest,
  reply: FastifyReply,
  { content, query }: { content: BadgeContent; query: BadgeQuery },
): FastifyReply {
  const svg = badgeSvg(content, query)
  const tag = `"${hash('sha256', svg, 'base64url').slice(0, 22)}"`
  reply
    .header('cache-control', 'public, max-age=60')
    .header('etag', tag)
    // An image that other people's pages show.
    .header('cross-origin-resource-policy', 'cross-origin')
  if (isKnown(request.headers['if-none-match'], tag)) return reply.code(304).send()
  return reply.type('image/svg+xml; charset=utf-8').send(svg)
}

function isKnown(header: string | undefined, tag: string): boolean {
  const etags = new Set((header ?? '').split(',').map((each) => each.trim().replace(/^W\//, '')))
  return etags.has(tag) || etags.has('*')
}
