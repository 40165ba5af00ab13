import type { FastifyReply } from 'fastify'
import { plainPagePolicy } from './plain-page.ts'

export function showPlainPage(reply: FastifyReply, statusCode: number, html: string): FastifyReply {
  return reply
    .code(statusCode)
    .header('content-security-policy', plainPagePolicy)
    .type('text/html; charset=utf-8')
    .send(html)
}
