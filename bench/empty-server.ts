import { CheckParams, WriteCheckQuery } from '@sonde/schema/checks/check-query.ts'
import { IcmpMonitorUpdate, MonitorICMP } from '@sonde/schema/check-types/icmp/document.ts'
import Fastify from 'fastify'

/** The peer of the API benchmark: the same framework and schemas around a handler that does nothing. */
const answer: unknown = JSON.parse(process.env['ANSWER'] ?? '{}')
const app = Fastify({
  ajv: { customOptions: { coerceTypes: false, removeAdditional: false, useDefaults: false, strict: false } },
})
app.get('/health', async () => ({ status: 'ok' }))
app.put(
  '/v1/checks/icmp/:id',
  {
    schema: {
      params: CheckParams,
      // Query values are text, and this peer does not turn them into other types.
      querystring: {
        type: 'object',
        properties: Object.fromEntries(
          Object.keys(WriteCheckQuery.properties).map((name) => [name, { type: 'string' }]),
        ),
      },
      body: IcmpMonitorUpdate,
      response: { 200: MonitorICMP },
    },
  },
  async () => answer,
)
await app.listen({ host: '127.0.0.1', port: Number(process.env['PORT']) })
process.on('SIGTERM', () => process.exit(0))
