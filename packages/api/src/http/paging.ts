import type { PageQuery } from '@sonde/schema/validation/page.ts'
import type { FastifyReply } from 'fastify'

/** Never beyond what both databases can count: a page far after the end is empty, not an error. */
export function offsetOf({ limit, page }: PageQuery): number {
  return Math.min((page - 1) * limit, Number.MAX_SAFE_INTEGER)
}

/** Zero-based and inclusive; a star for the range when the page is empty. */
export function setContentRange(
  reply: FastifyReply,
  { offset, length, total }: { offset: number; length: number; total: number },
): void {
  const range = length === 0 ? '*' : `${offset}-${offset + length - 1}`
  reply.header('content-range', `items ${range}/${total}`)
}
