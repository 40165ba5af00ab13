// Run inside a namespace: listens on TCP and on UDP at the port of its argument until it is killed, and says when.
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:net'

const port = Number(process.argv[2])
const datagrams = createSocket('udp4')
datagrams.bind(port)
await once(datagrams, 'listening')
const connections = createServer((socket) => socket.destroy())
connections.listen(port)
await once(connections, 'listening')
process.stdout.write('listening\n')
