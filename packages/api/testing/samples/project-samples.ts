import assert from 'node:assert/strict'
import type { ApiUnderTest } from '../api-under-test.ts'
import { type Sample, unknownId } from './operation-sample.ts'

let projects = 0

/** Good requests for projects of code and their deployments. */
export function projectSamples(api: ApiUnderTest): Record<string, () => Promise<Sample>> {
  const newDeploy = (logicalId: string) => ({
    project: { logicalId, name: 'Shop', repoUrl: 'https://example.net/shop.git' },
    sharedFiles: [],
    resources: [
      {
        type: 'check',
        logicalId: 'door',
        member: true,
        sourceFile: 'door.check.ts',
        payload: {
          checkType: 'TCP',
          name: 'Door',
          locations: ['eu-west-1'],
          frequency: 10,
          request: { hostname: '127.0.0.1', port: 9 },
        },
      },
    ],
    repoInfo: null,
  })
  const nextId = () => `sample-${projects++}`
  const deployed = async (): Promise<Sample> => {
    const logicalId = nextId()
    const made = await api.call('POST', '/v1/projects/deploy', { body: newDeploy(logicalId) })
    assert.equal(made.status, 202, made.text)
    const deploymentId = made.textAt('id')
    const path = `/v1/projects/${logicalId}/deployments/${deploymentId}/completion`
    assert.equal((await api.call('GET', path)).at('status'), 'SUCCEEDED')
    return { values: { logicalId, deploymentId }, unknown: { logicalId: 'nothing', deploymentId: unknownId } }
  }
  /** With a plan that brings one check into a project. */
  const planned = async (state: 'planned' | 'applied'): Promise<Sample> => {
    const check = await api.call('POST', '/v1/checks/tcp', {
      body: { name: 'To import', request: { hostname: '127.0.0.1', port: 9 }, locations: ['eu-west-1'] },
    })
    const { values = {} } = await deployed()
    const plan = await api.call('POST', `/next/projects/${values['logicalId']}/imports`, {
      body: importOf(check.textAt('id')),
    })
    assert.equal(plan.status, 200, plan.text)
    const planId = plan.textAt('id')
    if (state === 'applied')
      assert.equal((await api.call('POST', `/next/projects/imports/${planId}/apply`)).status, 200)
    return { values: { ...values, planId } }
  }
  const importOf = (physicalId: string) => ({
    filters: [{ type: 'exclude' }, { type: 'include', resource: { type: 'check', physicalId } }],
    friends: [],
  })
  return {
    getNextProjects: deployed,
    getNextProjectsLogicalid: deployed,
    postNextProjects: async () => ({ body: { logicalId: nextId(), name: 'New' } }),
    getNextProjectsImports: () => planned('planned'),
    getNextProjectsLogicalidImports: async () => {
      const { values = {} } = await planned('planned')
      return { values, unknown: { logicalId: 'nothing' } }
    },
    postNextProjectsLogicalidImports: async () => {
      const check = await api.call('POST', '/v1/checks/tcp', {
        body: { name: 'To import', request: { hostname: '127.0.0.1', port: 9 }, locations: ['eu-west-1'] },
      })
      return { ...(await deployed()), body: importOf(check.textAt('id')) }
    },
    postNextProjectsImportsPlanidApply: () => planned('planned'),
    postNextProjectsImportsPlanidCommit: () => planned('applied'),
    deleteNextProjectsImportsPlanid: () => planned('applied'),
    getV1ProjectsLogicalidDrift: deployed,
    getV1ProjectsLogicalidResources: deployed,
    postV1ProjectsLogicalidAdoptions: async () => {
      const check = await api.call('POST', '/v1/checks/tcp', {
        body: { name: 'By hand', request: { hostname: '127.0.0.1', port: 9 }, locations: ['eu-west-1'] },
      })
      const resources = [{ type: 'check', logicalId: 'by-hand', physicalId: check.textAt('id') }]
      return { ...(await deployed()), body: { resources } }
    },
    getV1Projects: deployed,
    postV1ProjectsDeploy: async () => ({ body: newDeploy(nextId()), hasOwnLimit: true }),
    deleteV1ProjectsLogicalid: deployed,
    patchV1ProjectsLogicalid: async () => ({ ...(await deployed()), body: { name: 'Other shop' } }),
    postV1ProjectsLogicalidResources: async () => {
      const check = await api.call('POST', '/v1/checks/tcp', {
        body: { name: 'By hand', request: { hostname: '127.0.0.1', port: 9 }, locations: ['eu-west-1'] },
      })
      return {
        ...(await deployed()),
        body: { type: 'check', logicalId: 'by-hand', physicalId: check.textAt('id') },
      }
    },
    patchV1ProjectsLogicalidResourcesTypeResourcelogicalid: async () => {
      const { values, unknown } = await deployed()
      const path = { type: 'check', resourceLogicalId: 'door' }
      return {
        values: { ...values, ...path },
        unknown: { ...unknown, ...path },
        body: { logicalId: 'gate' },
      }
    },
    getV1ProjectsLogicalidDeployments: deployed,
    getV1ProjectsLogicalidDeploymentsDeploymentid: deployed,
    getV1ProjectsLogicalidDeploymentsDeploymentidCompletion: deployed,
    getV1ProjectsLogicalidDeploymentsDeploymentidEvents: deployed,
    postV1ProjectsLogicalidDeploymentsDeploymentidCancel: deployed,
  }
}
