import { once } from 'node:events'
import { createServer } from 'node:net'

/** Speaks just enough of PostgreSQL's protocol to say that it is version 9.6, which cannot be run here. */
export async function startOldPostgres(): Promise<{ port: number; stop(): void }> {
  const server = createServer((socket) => {
    let isGreeted = false
    socket.on('error', () => socket.destroy())
    socket.on('data', (request) => {
      if (!isGreeted) {
        isGreeted = true
        socket.write(Buffer.concat([message('R', int32(0)), readyForQuery]))
      } else if (request[0] === 'Q'.charCodeAt(0)) {
        socket.write(Buffer.concat([answerToVersion, readyForQuery]))
      }
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return { port: address.port, stop: () => server.close() }
}

const readyForQuery = message('Z', Buffer.from('I'))
const answerToVersion = Buffer.concat([
  message('T', Buffer.concat([int16(2), column('version'), column('encoding')])),
  message('D', Buffer.concat([int16(2), value('90624'), value('UTF8')])),
  message('C', Buffer.from('SELECT 1\0')),
])

function message(type: string, body: Buffer): Buffer {
  return Buffer.concat([Buffer.from(type), int32(body.length + 4), body])
}

function column(name: string): Buffer {
  const textOid = 25
  return Buffer.concat([
    Buffer.from(`${name}\0`),
    int32(0),
    int16(0),
    int32(textOid),
    int16(-1),
    int32(-1),
    int16(0),
  ])
}

function value(text: string): Buffer {
  return Buffer.concat([int32(text.length), Buffer.from(text)])
}

function int32(number: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(number)
  return bytes
}

function int16(number: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeInt16BE(number)
  return bytes
}
