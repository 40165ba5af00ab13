import assert from 'node:assert/strict'
import { chownSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { agentKey } from '../testing/agent-under-test.ts'
import { attack, describePlaces, isRefusal, nodeModules, startPlaces, withKoffi } from '../testing/places.ts'
import { nodeRequest } from '../testing/run-inside.ts'
import { readProcessTable } from './process-table.ts'
import { refusedCalls } from './system-call-filter.ts'
import { systemCallNumber, thisArchitecture } from './system-calls.ts'

const { places, stop } = await startPlaces()
after(stop)

describePlaces(places, (place) => {
  const { title, agent, level, skip } = place

  test(`SI 10.1 ${title}: nothing of the agent or of the service can be read`, { skip }, async () => {
    const secrets = join(agent.folders, 'agent')
    mkdirSync(secrets, { recursive: true, mode: 0o700 })
    const keyFile = join(secrets, 'key')
    writeFileSync(keyFile, agentKey, { mode: 0o600 })
    const { uid } = statSync(agent.folders)
    chownSync(secrets, uid, uid)
    chownSync(keyFile, uid, uid)
    const { successes } = await attack(
      place,
      {
        keyFile: 'return fs.readFileSync(given.keyFile)',
        keyFileByLink: 'fs.symlinkSync(given.keyFile, "link"); return fs.readFileSync("link")',
        keyFileByHardLink: 'fs.linkSync(given.keyFile, "hard"); return fs.readFileSync("hard")',
        changeKeyFile: 'return fs.appendFileSync(given.keyFile, "x")',
        changeRights: 'return fs.chmodSync(given.keyFile, 0o777)',
        changeTimes: 'return fs.utimesSync(given.keyFile, 1, 1)',
        removeKeyFile: 'return fs.unlinkSync(given.keyFile)',
        environment: 'return fs.readFileSync(`/proc/${given.agent}/environ`)',
        memory: 'return fs.openSync(`/proc/${given.agent}/mem`, "r+")',
        parentEnvironment: 'return fs.readFileSync(`/proc/${process.ppid}/environ`)',
        otherRuns: 'return fs.readdirSync(given.folders)',
        shadow: 'return fs.readFileSync("/etc/shadow")',
        root: 'return fs.readdirSync("/root")',
        rootOfAgent: 'return fs.readdirSync(`/proc/${given.agent}/root/`)',
        descriptorsOfAgent: 'return fs.readdirSync(`/proc/${given.agent}/fd`)',
      },
      { keyFile, agent: agent.pid, folders: agent.folders },
    )
    // Process 1 of the namespaces is the parent there: its environment is that of the run.
    if (level === 'namespaces' && !String(successes['parentEnvironment']).includes(agentKey))
      delete successes['parentEnvironment']
    assert.deepEqual(successes, {})
    assert.equal(readFileSync(keyFile, 'utf8'), agentKey)
  })

  test(
    `SI 10.2, 10.3 ${title}: another run cannot be read, changed, traced or signalled`,
    { skip },
    async () => {
      const code = `
      import fs from 'node:fs'
      fs.writeFileSync('secret', 'of the victim')
      setInterval(() => {}, 1000)
      console.log('waits')`
      const victim = await agent.hold(level, nodeRequest(code))
      const ptrace = systemCallNumber('ptrace', thisArchitecture() ?? 'aarch64')
      const { successes } = await attack(
        place,
        {
          environment: 'return fs.readFileSync(`/proc/${given.victim}/environ`)',
          memory: 'return fs.openSync(`/proc/${given.victim}/mem`, "r+")',
          trace: 'return sys(given.ptrace, 16, given.victim)',
          folder: 'return fs.readdirSync(given.folder)',
          folderByProcess: 'return fs.readFileSync(`/proc/${given.victim}/cwd/secret`)',
          file: 'return fs.readFileSync(given.folder + "/secret")',
          plant: 'return fs.writeFileSync(given.folder + "/planted", "")',
          agent: 'return process.kill(given.agent, "SIGKILL")',
          agentDebugger: 'return process.kill(given.agent, "SIGUSR1")',
          victim: 'return process.kill(given.victim, "SIGKILL")',
          victimStop: 'return process.kill(given.victim, "SIGSTOP")',
          limits: 'return sys(given.prlimit, given.victim, 7, 0)',
        },
        {
          victim: victim.pid,
          agent: agent.pid,
          // In a namespace everybody's folder has the same name.
          folder: victim.hostFolder ?? '/job/../proc/1/root/nowhere',
          ptrace,
          prlimit: systemCallNumber('prlimit64', thisArchitecture() ?? 'aarch64'),
        },
        withKoffi,
      )
      assert.deepEqual(successes, {})
      const everybody = await agent.run(level, nodeRequest(`try { process.kill(-1, 'SIGKILL') } catch {}`))
      assert.equal(everybody.end.survivors, false)
      assert.ok(readProcessTable().some(({ pid, isZombie }) => pid === victim.pid && !isZombie))
      assert.equal((await victim.end()).survivors, false)
      assert.equal(agent.child.exitCode, null)
    },
  )

  test(`SI 10.16 ${title}: sockets of the machine by path`, { skip }, async () => {
    const path = join(agent.folders, `${level}.sock`)
    const server = createServer().listen(path)
    try {
      const { successes } = await attack(
        place,
        { path: 'const socket = net.connect(given.path); await settled(socket, "connect")' },
        { path },
      )
      // Landlock does not judge it: there the rights of the agent's own user decide.
      assert.deepEqual(level === 'landlock' ? {} : successes, {})
    } finally {
      server.close()
    }
  })

  test(
    `SI 10.16, 10.20 ${title}: nothing listens, and abstract sockets are out of reach`,
    { skip },
    async () => {
      const name = `\0sonde-test-${process.pid}-${places.indexOf(place)}`
      const server = createServer().listen(name)
      try {
        const { results } = await attack(
          place,
          {
            listen:
              'const server = net.createServer().listen(0, "127.0.0.1"); await settled(server, "listening")',
            abstract: 'const socket = net.connect(given.name); await settled(socket, "connect")',
          },
          { name },
        )
        assert.ok(isRefusal(results['listen']), `listen: ${results['listen']}`)
        // Names of sockets belong to the network, which is shared here.
        if (level !== 'namespaces') assert.equal(results['abstract'], 'EPERM')
        const suite = await attack(
          place,
          {
            listen:
              'const server = net.createServer().listen(0, "127.0.0.1"); await settled(server, "listening")',
          },
          {},
          { mayListen: true },
        )
        assert.equal(suite.results['listen'], 'done: undefined')
      } finally {
        server.close()
      }
    },
  )

  test(
    `SI 10.20 ${title}: a browser has sockets of its own, and no port of the machine`,
    { skip },
    async () => {
      const listen = (where: string) =>
        `const server = net.createServer().listen(${where}); await settled(server, "listening")`
      const attempts = {
        socket: listen('"own.sock"'),
        known: listen('47_119, "127.0.0.1"'),
        chosen: listen('0, "127.0.0.1"'),
        chosen6: listen('0, "::"'),
      }
      const done = 'done: undefined'
      const { results } = await attack(place, attempts, {}, { hasLocalSockets: true })
      assert.deepEqual(results, { socket: done, known: 'EACCES', chosen: 'EACCES', chosen6: 'EACCES' })
      const given = { hasLocalSockets: true, hasChosenPort: true }
      const { results: withPort } = await attack(place, attempts, {}, given)
      assert.deepEqual(withPort, { socket: done, known: 'EACCES', chosen: done, chosen6: done })
    },
  )

  test(`SI 10.17 ${title}: what later runs load cannot be changed`, { skip }, async () => {
    const module = join(nodeModules, 'koffi')
    const before = readFileSync(join(module, 'package.json'))
    const { successes } = await attack(
      place,
      {
        change: 'fs.appendFileSync(given.module + "/package.json", " ")',
        replace: 'fs.renameSync(given.module + "/package.json", given.module + "/other.json")',
        plant: 'fs.writeFileSync(given.module + "/evil.js", "")',
        plantBeside: 'fs.mkdirSync(given.module + "/../evil")',
        node: 'fs.appendFileSync(process.execPath, " ")',
        system: 'fs.writeFileSync("/usr/lib/evil.so", "")',
        rights: 'fs.chmodSync(given.module + "/package.json", 0o777)',
      },
      { module },
      withKoffi,
    )
    // Writing to a program that runs is refused by yet another rule.
    if (successes['node'] === 'ETXTBSY') delete successes['node']
    // Below /tmp, which each namespace has of its own, the folder is made there and ends with the run.
    assert.equal(existsSync(join(nodeModules, 'evil')), false)
    if (level === 'namespaces') delete successes['plantBeside']
    assert.deepEqual(successes, {})
    assert.deepEqual(readFileSync(join(module, 'package.json')), before)
  })

  test(`SI 10.18 ${title}: every refused system call, from machine code`, { skip }, async () => {
    const architecture = thisArchitecture()
    assert.ok(architecture !== null)
    const number = (call: Parameters<typeof systemCallNumber>[0]) => systemCallNumber(call, architecture)
    const attempts = Object.fromEntries(
      refusedCalls(level, { mayListen: false }).flatMap((call) => {
        const values = call === 'clone' ? '0x10000011' : call === 'prctl' ? '4, 0' : '7, 7, 7, 7, 7'
        return number(call) === null ? [] : [[call, `return sys(${number(call)}, ${values})`]]
      }),
    )
    const socket = number('socket')
    const sockets = {
      raw: `return sys(${socket}, 2, 3, 1)`,
      raw6: `return sys(${socket}, 10, 3, 58)`,
      packet: `return sys(${socket}, 17, 3, 0)`,
      packetType: `return sys(${socket}, 2, 10, 0)`,
      vsock: `return sys(${socket}, 40, 1, 0)`,
      netfilter: `return sys(${socket}, 16, 3, 12)`,
    }
    const { results } = await attack(place, { ...attempts, ...sockets }, {}, withKoffi)
    const others = Object.entries(results).filter(([, result]) => result !== 'EPERM')
    assert.deepEqual(Object.fromEntries(others), { clone3: 'ENOSYS' })
  })

  test(`SI 10.19 ${title}: no way to another user id`, { skip }, async () => {
    const { results } = await attack(place, {
      privileges: `return /^NoNewPrivs:\\s*(\\d)/m.exec(fs.readFileSync('/proc/self/status', 'utf8'))[1]`,
      capabilities: `return /^CapEff:\\s*(\\w+)/m.exec(fs.readFileSync('/proc/self/status', 'utf8'))[1]`,
      setuid: `try { process.setuid(0) } catch { return 'refused' }`,
      groups: 'return process.getgroups().filter((group) => group !== process.getgid()).length',
      ownProgram: `
        fs.copyFileSync('/usr/bin/id', 'id')
        try { fs.fchmodSync(fs.openSync('id'), 0o6755) } catch {}
        const uid = Number(cp.execFileSync('./id', ['-u']))
        return uid === process.getuid() ? 'same' : uid`,
      systemProgram: `
        const { status, stdout } = cp.spawnSync('/usr/bin/su', ['-c', 'id -u', 'root'], { stdio: ['ignore', 'pipe', 'ignore'] })
        return status === 0 ? String(stdout) : 'refused'`,
    })
    assert.deepEqual(results, {
      privileges: 'done: 1',
      capabilities: `done: ${'0'.repeat(16)}`,
      setuid: 'done: refused',
      groups: 'done: 0',
      ownProgram: 'done: same',
      systemProgram: 'done: refused',
    })
  })
})
