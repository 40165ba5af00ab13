import type { ChannelViewer } from '@sonde/actions/alert-channels/channel-answer.ts'
import type { FastifyRequest } from 'fastify'
import { accountOf, callerOf } from '../http/access.ts'

export function viewerOf(request: FastifyRequest): ChannelViewer {
  return { role: accountOf(request).role, isKey: callerOf(request).via.kind === 'key' }
}
