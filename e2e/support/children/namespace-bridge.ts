// Run inside a namespace: every connection to the socket file goes on to the given port of this loopback.
import { connect, createServer } from 'node:net'
import { joinSockets } from '../join-sockets.ts'

const [path, port] = process.argv.slice(2)
createServer((socket) => joinSockets(socket, connect(Number(port), '127.0.0.1'))).listen(path, () => {
  process.stdout.write('open\n')
})
