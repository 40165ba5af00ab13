import Fastify from 'fastify'

/** The peer of the benchmark of status pages: a handler that answers with a text of the same size. */
const text = 'x'.repeat(Number(process.env['BYTES']))
const app = Fastify()
app.get('/', async (_request, reply) => reply.type('text/html; charset=utf-8').send(text))
await app.listen({ host: '127.0.0.1', port: Number(process.env['PORT']) })
process.on('SIGTERM', () => process.exit(0))
