import assert from 'node:assert/strict'
import type { ApiUnderTest } from './api-under-test.ts'
import { member, projectsOf } from './projects-under-test.ts'

type Answer = { text: string; at(path: string): unknown }
type Planned = {
  type: string
  logicalId: string
  physicalId: string | number
  payload: Record<string, unknown>
}

/** Imports into projects, and their plans as the command makes code of them. */
export function importsOf(api: ApiUnderTest) {
  const { newProject } = projectsOf(api)

  const planned = (plan: Answer) => plan.at('changes.resources') as Planned[]
  const step = (plan: Answer, action: 'apply' | 'commit') =>
    api.call('POST', `/next/projects/imports/${String(plan.at('id'))}/${action}`)
  const cancel = (plan: Answer) => api.call('DELETE', `/next/projects/imports/${String(plan.at('id'))}`)
  const include = (type: string, physicalId: unknown) => ({ type: 'include', resource: { type, physicalId } })

  async function makeProject() {
    const project = newProject()
    const created = await api.call('POST', '/next/projects', { body: project })
    assert.equal(created.status, 201, created.text)
    return project
  }

  const importInto = (project: { logicalId: string }, body: object, query = '') =>
    api.call('POST', `/next/projects/${project.logicalId}/imports${query}`, { body })

  /** The plan as code that names what is beside it, as the command writes it. */
  function codeOf(plan: Answer) {
    const resources = planned(plan)
    const names = new Map(
      resources.map(({ type, physicalId, logicalId }) => [`${type} ${physicalId}`, logicalId]),
    )
    const ref = (type: string, id: unknown) => ({ ref: names.get(`${type} ${String(id)}`) ?? '' })
    return resources.map(({ type, logicalId, payload }) => {
      const { id: _id, groupId, alertChannelId, checkId, privateLocationId, ...fields } = payload
      return member(type, logicalId, {
        ...fields,
        ...(groupId === undefined ? {} : { groupId: ref('check-group', groupId) }),
        ...(alertChannelId === undefined ? {} : { alertChannelId: ref('alert-channel', alertChannelId) }),
        ...(checkId === undefined ? {} : { checkId: ref('check', checkId) }),
        ...(privateLocationId === undefined
          ? {}
          : { privateLocationId: ref('private-location', privateLocationId) }),
      })
    })
  }

  /** A project that one thing of the account was imported into, and the code for it with fields of its own. */
  async function imported(type: string, id: unknown) {
    const project = await makeProject()
    const plan = await importInto(project, { filters: [{ type: 'exclude' }, include(type, id)] })
    assert.equal((await step(plan, 'apply')).status, 200, plan.text)
    const codeWith = (fields: object) =>
      codeOf(plan).map((resource) => ({
        ...resource,
        payload: { ...(resource['payload'] as object), ...fields },
      }))
    return { project, plan, codeWith }
  }

  return { imported, planned, step, cancel, include, makeProject, importInto, codeOf }
}
