import type { Socket } from 'node:net'

/** What one of them says the other hears, and they end together. */
export function joinSockets(left: Socket, right: Socket): void {
  left.pipe(right).pipe(left)
  left.on('error', () => right.destroy()).on('close', () => right.destroy())
  right.on('error', () => left.destroy()).on('close', () => left.destroy())
}
