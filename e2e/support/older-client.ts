import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { createNamespace } from '@sonde/probes/testing/network-namespace.ts'
import { someCredentials } from './api-client.ts'
import { installChecklyClient, variablesFor } from './checkly-client.ts'
import { inside } from './namespace-doors.ts'
import { startServiceInside } from './service-inside.ts'

/** With nothing that came after version 7. */
const project = {
  'package.json': '{ "name": "shop", "private": true, "type": "module" }',
  'checkly.config.js': `
    import { defineConfig } from 'checkly'
    export default defineConfig({
      projectName: 'Shop',
      logicalId: 'shop/1',
      checks: { checkMatch: '**/*.check.js', locations: ['eu-central-1'] },
    })`,
  'shop.check.js': `
    import {
      ApiCheck, AssertionBuilder, CheckGroupV2, Dashboard, EmailAlertChannel, HeartbeatMonitor, MaintenanceWindow,
      PrivateLocation, StatusPage, StatusPageService, TcpMonitor, UrlMonitor,
    } from 'checkly/constructs'
    const mail = new EmailAlertChannel('mail', { address: 'ops@example.net' })
    const lab = new PrivateLocation('lab', { name: 'Lab', slugName: 'lab' })
    const group = new CheckGroupV2('group', { name: 'Group', tags: ['shop'], alertChannels: [mail] })
    const url = process.env.TARGET + '/health'
    new UrlMonitor('url', { name: 'Front page', group, request: { url } })
    new ApiCheck('api', {
      name: 'Health',
      group,
      request: { url, method: 'GET', assertions: [AssertionBuilder.statusCode().equals(200)] },
    })
    new TcpMonitor('tcp', { name: 'Port', privateLocations: [lab], request: { hostname: '127.0.0.1', port: 9 } })
    new HeartbeatMonitor('beat', { name: 'Job', period: 1, periodUnit: 'days', grace: 1, graceUnit: 'hours' })
    const service = new StatusPageService('service', { name: 'Checkout' })
    new StatusPage('page', { name: 'Shop', url: 'shop-page', cards: [{ name: 'All', services: [service] }] })
    new Dashboard('board', { header: 'Shop', customUrl: 'shop-board', tags: ['shop'] })
    new MaintenanceWindow('window', {
      name: 'Patch day',
      tags: ['shop'],
      startsAt: new Date('2030-01-01'),
      endsAt: new Date('2030-01-02'),
    })`,
}

/** The last client of an earlier major version, with a project and a server in a network of their own. */
export async function olderClient(t: TestContext, major: 7 | 8) {
  const network = createNamespace({ pingGroups: true })
  t.after(() => network.delete())
  const [service, client] = await Promise.all([
    startServiceInside(t, { network }),
    installChecklyClient(t, major),
  ])
  client.connect(service.address)
  client.replaceProject(project)
  return {
    /** Runs a command that must end with this code; what it has printed. */
    async checkly(code: number, ...args: readonly string[]): Promise<string> {
      const env = { TARGET: service.address, ...(major === 7 ? variablesFor(service.address) : {}) }
      const { stdout, stderr, ...answer } = await client.run(args, { through: inside(network), env })
      const printed = stdout + stderr
      assert.equal(answer.code, code, `${args.join(' ')}: ${printed}`)
      // A client that stumbles over an answer prints the request, with its key.
      assert.ok(!printed.includes(someCredentials.key), printed)
      return printed
    },
    /** The names of the stored checks. */
    async names(): Promise<string[]> {
      const checks = (await service.expect(200, 'GET', '/v1/checks?limit=100')) as { name: string }[]
      return checks.map(({ name }) => name).toSorted()
    },
  }
}

export const ofProject = ['Front page', 'Health', 'Job', 'Port']

export const tooOld =
  /Version 7\.15\.0 of the checkly command is too old for this server: install checkly 8\.23\.2/
