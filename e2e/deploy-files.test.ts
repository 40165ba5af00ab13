// In turns: the whole product as programs.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { readSettings as readAgentSettings } from '@sonde/agent/settings/settings.ts'
import { withoutNats } from '@sonde/runs/testing/nats-servers.ts'
import { AgentSettings } from '@sonde/schema/agents/agent-settings.ts'
import { ServerSettings } from '@sonde/schema/accounts/server-settings.ts'
import { propertiesOf } from '@sonde/schema/validation/shape.ts'
import { readSettings } from '@sonde/server/settings.ts'
import { parse } from 'yaml'
import { findProgram } from '../scripts/find-program.ts'

const folder = join(import.meta.dirname, '../deploy')
const read = (file: string) => readFileSync(join(folder, file), 'utf8')

type Service = {
  image?: string
  build?: { context: string; dockerfile_inline: string }
  pull_policy?: string
  command?: string
  environment?: Record<string, string | number>
  volumes?: string[]
  profiles?: string[]
}

/** What an operator sets before the first start. */
const chosen: Readonly<Record<string, string>> = {
  POSTGRES_PASSWORD: 'a1b2',
  // NATS takes it for a number unless it is in quotes.
  NATS_PASSWORD: '12e4',
  SONDE_ENCRYPTION_KEY: 'ef'.repeat(32),
  METRICS_TOKEN: '0123456789abcdef0123',
  AGENT_KEY: `pl_${'ab'.repeat(32)}`,
}

function services(): Map<string, Service> {
  return new Map(Object.entries(composed().services))
}

function composed(): { services: Record<string, Service>; volumes: Record<string, null> } {
  const text = read('compose.many.yml').replaceAll(/\$\{(\w+):[^}]*\}/g, (_, name: string) => {
    assert.ok(Object.hasOwn(chosen, name), `${name} is told in the file and here`)
    return chosen[name] ?? ''
  })
  return parse(text, { merge: true })
}

const ofCommand = (command: string) => [...services()].filter(([, service]) => service.command === command)
const textsOf = ({ environment = {} }: Service) =>
  Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, String(value)]))

test('the servers of compose.many.yml start with the settings that it names', () => {
  const servers = ofCommand('npm start')
  assert.equal(servers.length, 4)
  for (const [name, service] of servers) {
    const environment = textsOf(service)
    const known = Object.keys(propertiesOf(ServerSettings))
    assert.deepEqual(
      Object.keys(environment).filter((setting) => !known.includes(setting)),
      [],
      name,
    )
    const answer = readSettings(environment)
    assert.ok(answer.ok, `${name}: ${answer.ok ? '' : answer.mistakes.join('\n')}`)
    assert.equal(answer.settings.serverName, name)
    assert.equal(answer.settings.nats?.addresses.length, 3)
  }
  const roles = new Set(servers.flatMap(([, service]) => textsOf(service)['SONDE_ROLES']?.split(',') ?? []))
  assert.deepEqual([...roles].toSorted(), ['api', 'delivery', 'scheduler'])
})

test('what compose.many.yml mounts is there: files beside it, and volumes that it declares and uses', () => {
  const { services: all, volumes } = composed()
  const sources = Object.values(all).flatMap((service) =>
    (service.volumes ?? []).map((volume) => volume.split(':')[0] ?? ''),
  )
  const [files, named] = [true, false].map((isPath) =>
    sources.filter((name) => /^[./]/.test(name) === isPath),
  )
  assert.deepEqual(
    files?.filter((name) => !existsSync(join(folder, name))),
    [],
  )
  assert.deepEqual([...new Set(named)].toSorted(), Object.keys(volumes).toSorted())
})

test('the agents of compose.many.yml start with the settings that it names', () => {
  const known = Object.keys(propertiesOf(AgentSettings))
  const agents = ofCommand('npm run agent')
  assert.equal(agents.length, 2)
  for (const [name, service] of agents) {
    assert.deepEqual(
      Object.keys(textsOf(service)).filter((setting) => !known.includes(setting)),
      [],
      name,
    )
    const answer = readAgentSettings(textsOf(service))
    assert.ok(answer.ok, `${name}: ${answer.ok ? '' : answer.mistakes.join('\n')}`)
    assert.equal(answer.settings.name, name)
  }
})

test('agents, servers and the guide of compose.many.yml name services, ports and settings that are there', () => {
  const { services: all } = composed()
  const hosts = Object.values(all)
    .flatMap((service) => Object.values(textsOf(service)))
    .flatMap((value) => [...value.matchAll(/(?:\/\/|@)(?:[^/@,]*@)?([a-z][a-z0-9-]*):(\d+)/g)])
    .map(([, host, port]) => `${host}:${port}`)
  const known = [
    'postgres:5432',
    'balancer:8080',
    'nats-1:4222',
    'nats-2:4222',
    'nats-3:4222',
    'localhost:8080',
  ]
  assert.deepEqual([...new Set(hosts)].toSorted(), known.toSorted())
  for (const name of known.map((host) => host.split(':')[0] ?? ''))
    assert.ok(name === 'localhost' || Object.hasOwn(all, name), name)
  // What somebody writes down before the first start, and for the agents, is all that the file asks for.
  const head = read('compose.many.yml').split('\nname:')[0] ?? ''
  const written = [...head.matchAll(/([A-Z_]+)=/g)].map(([, name]) => name)
  assert.deepEqual(written.toSorted(), [...Object.keys(chosen), 'COMPOSE_PROFILES'].toSorted())
  const guide = readFileSync(join(folder, '../docs/scaling.md'), 'utf8')
  for (const file of ['compose.many.yml', 'haproxy.cfg', 'nats.conf']) assert.ok(guide.includes(file), file)
})

test('one service of compose.many.yml builds the image that servers and agents have, and that nobody can download', () => {
  const ours = [...services().values()].filter(({ image }) => image === 'sonde:checkout')
  assert.equal(ours.length, 6)
  assert.deepEqual([...new Set(ours.map((service) => service.pull_policy))], ['never'])
  // Several that build the same name at the same time get in each other's way.
  const building = [...services()].filter(([, { build }]) => build !== undefined)
  assert.equal(building.length, 1)
  // Whatever profiles are chosen, this one is among them.
  assert.equal(building[0]?.[1].profiles, undefined)
  const scripts = [
    ...(building[0]?.[1].build?.dockerfile_inline ?? '').matchAll(/npm run (\w+)/g),
    ...ours.flatMap(({ command = '' }) => [...command.matchAll(/npm (?:run )?(\w+)/g)]),
  ].map(([, name]) => name)
  const known: { scripts: object } = JSON.parse(readFileSync(join(folder, '../package.json'), 'utf8'))
  assert.deepEqual(
    [...new Set(scripts)].filter((name) => !Object.hasOwn(known.scripts, name ?? '')),
    [],
  )
})

test('the image of compose.many.yml has nothing of what is not part of the project', () => {
  const root = join(folder, '..')
  const names = (file: string) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => line.replace(/^\*\*\//, '').replaceAll(/^\/|\/$/g, ''))
  assert.deepEqual(names('.dockerignore').toSorted(), ['.git', ...names('.gitignore')].toSorted())
})

test('the load balancer knows each server that answers requests, and no other', () => {
  const answering = ofCommand('npm start').filter(([, service]) =>
    textsOf(service)['SONDE_ROLES']?.split(',').includes('api'),
  )
  assert.deepEqual(
    [...read('haproxy.cfg').matchAll(/^ +server (\S+) (\S+)$/gm)].map(([, name, address]) => [name, address]),
    answering.map(([name]) => [name, `${name}:3000`]),
  )
  // HAProxy keeps the request of a client that is gone unless told, and a server would hand runs to an agent that has stopped.
  assert.match(read('haproxy.cfg'), /^ +option abortonclose$/m)
  // What a server may have written it answers with 503: another one would write it again.
  assert.match(
    read('haproxy.cfg'),
    /^ +http-request disable-l7-retry if !METH_GET !\{ path_beg \/agent\/v1\/ \}$/m,
  )
  const haproxy = findProgram('haproxy', ['/usr/sbin'])
  if (haproxy === null) return
  const judged = spawnSync(haproxy, ['-c', '-f', join(folder, 'haproxy.cfg')], { encoding: 'utf8' })
  assert.equal(judged.status, 0, judged.stderr)
})

test('NATS reads nats.conf with what compose.many.yml sets', { skip: withoutNats }, () => {
  const nodes = [...services()].filter(([name]) => name.startsWith('nats-'))
  assert.equal(nodes.length, 3)
  for (const [name, service] of nodes) {
    const environment = textsOf(service)
    assert.equal(environment['NATS_NAME'], name)
    assert.ok(read('nats.conf').includes(`nats://${name}:6222`))
    const judged = spawnSync('nats-server', ['-c', join(folder, 'nats.conf'), '-t'], {
      encoding: 'utf8',
      env: { PATH: `/usr/sbin:/usr/bin:/usr/local/bin:${process.env['PATH'] ?? ''}`, ...environment },
    })
    assert.equal(judged.status, 0, judged.stderr)
  }
})
