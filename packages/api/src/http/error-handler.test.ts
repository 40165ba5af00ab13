import assert from 'node:assert/strict'
import { test } from 'node:test'
import { silentLogger } from '@sonde/ground/testing/silent-logger.ts'
import { IntakeBusy } from '@sonde/runs/results/intake-gate.ts'
import { CommitUnknown, ConnectionLost, StoreUnavailable } from '@sonde/store/engine/failures.ts'
import Fastify from 'fastify'
import { answerError } from './error-handler.ts'

test('a database that is away is a 503 that says when to try again, and whether something may have been written', async (t) => {
  const cases: [Error, string, RegExp][] = [
    [new StoreUnavailable('full'), '5', /^The database is not available/],
    [new ConnectionLost('gone'), '1', /^The database is not available/],
    [new CommitUnknown('gone'), '1', /It is not known whether this was written/],
    [new IntakeBusy(3), '3', /too many results are waiting/],
  ]
  const app = Fastify()
  t.after(() => app.close())
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply, silentLogger))
  for (const [index, [error]] of cases.entries()) {
    app.get(`/${index}`, async () => {
      throw error
    })
  }
  for (const [index, [error, retryAfter, message]] of cases.entries()) {
    const answer = await app.inject(`/${index}`)
    assert.deepEqual([answer.statusCode, answer.headers['retry-after']], [503, retryAfter], error.name)
    assert.match(answer.json<{ message: string }>().message, message)
  }
})
