import assert from 'node:assert/strict'
import { test } from 'node:test'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { apiUnderTest } from '../../testing/api-under-test.ts'
import { channel, monitor, projectsOf } from '../../testing/projects-under-test.ts'
import { everyMeans } from '../../testing/stand-in-sender.ts'

forOneEngine('deploying into an account with little room', (engine) => {
  const api = apiUnderTest(engine, {
    accountLimits: { checks: 2 },
    alerting: { ...everyMeans, mostChannels: 2 },
  })
  const { newProject, post, follow, deploy } = projectsOf(api)

  test('more checks or channels than the account may have are refused; what the deploy deletes makes room', async () => {
    const project = newProject()
    await deploy(project, [monitor('one'), monitor('two'), channel('a'), channel('b')])
    for (const [resources, what] of [
      [[monitor('three'), monitor('one'), monitor('two')], /would make 3 checks; at most 2 are allowed/],
      [[channel('a'), channel('b'), channel('c')], /would make 3 alert channels; at most 2 are allowed/],
    ] as const) {
      for (const query of ['', '?dryRun=true']) {
        const refused = await post(project, resources, query)
        assert.equal(refused.status, 400, refused.text)
        assert.match(refused.textAt('message'), what)
      }
    }
    const others = [monitor('one'), monitor('three'), channel('a'), channel('c')]
    const kept = await post(project, others, '?preserveResources=true')
    assert.equal(kept.status, 400, 'what is kept takes its place')
    await deploy(project, others)
    await deploy(project, [])
  })

  test('of deploys that find room at the same time one gets it', async () => {
    const ends = await Promise.all(
      [1, 2, 3].map(async () => {
        const answer = await post(newProject(), [monitor('one'), monitor('two')])
        if (answer.status === 400) return answer.textAt('message')
        const ended = await follow(answer)
        return ended.at('status') === 'SUCCEEDED' ? 'made' : ended.textAt('error.message')
      }),
    )
    const refusals = ends.filter((each) => each !== 'made')
    assert.equal(refusals.length, 2, ends.join('; '))
    for (const refusal of refusals) assert.match(refusal, /would make 4 checks; at most 2 are allowed/)
  })
})
