import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ownPortsOf } from './own-ports.ts'

test('ports of the service and of a database on the same machine', () => {
  assert.deepEqual(ownPortsOf({ port: 3000, databaseUrl: null }), [3000])
  assert.deepEqual(ownPortsOf({ port: 0, databaseUrl: null }), [])
  assert.deepEqual(
    ownPortsOf({ port: 3000, databaseUrl: 'postgres://u:p@127.0.0.1:6000/sonde' }),
    [3000, 6000],
  )
  assert.deepEqual(ownPortsOf({ port: 3000, databaseUrl: 'postgres://u:p@localhost/sonde' }), [3000, 5432])
  assert.deepEqual(ownPortsOf({ port: 3000, databaseUrl: 'postgres://u:p@db.example.net/sonde' }), [3000])
})
