import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { suite, test } from 'node:test'
import { wantedOwners } from './wanted-owners.ts'

const idsOf = (seed: number, count: number) =>
  Array.from({ length: count }, (_, index) =>
    createHash('sha256').update(`${seed}/${index}`).digest('hex').slice(0, 32),
  )

suite('who is to have which shard', () => {
  test('case 8: each shard has one owner and each server its share, whatever order servers are listed in', () => {
    for (const count of [1, 2, 3, 5, 9]) {
      const ids = idsOf(count, count)
      const owners = wantedOwners(ids, 64)
      assert.deepEqual(wantedOwners(ids.toReversed(), 64), owners)
      const shares = ids.map((id) => owners.filter((owner) => owner === id).length)
      assert.equal(
        shares.reduce((sum, share) => sum + share),
        64,
      )
      assert.ok(shares.every((share) => share === Math.floor(64 / count) || share === Math.ceil(64 / count)))
    }
    assert.deepEqual(new Set(wantedOwners([], 64)), new Set([null]))
  })

  test('case 8: of five servers one goes: at most 24 shards move', () => {
    const moves: number[] = []
    for (let seed = 0; seed < 40; seed += 1) {
      const ids = idsOf(seed, 5)
      const before = wantedOwners(ids, 64)
      const after = wantedOwners(ids.slice(1), 64)
      moves.push(after.filter((owner, shard) => owner !== before[shard]).length)
    }
    assert.ok(Math.max(...moves) <= 24, `${moves}`)
  })
})
