import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'

/** A certificate for one name that signs itself. Null where there is no openssl. */
export function makeCertificate(t: TestContext, name: string): { key: string; cert: string } | null {
  const folder = mkdtempSync(join(tmpdir(), 'sonde-receiver-'))
  t.after(() => rmSync(folder, { recursive: true }))
  writeFileSync(
    join(folder, 'config'),
    `[req]\ndistinguished_name=dn\nx509_extensions=ext\n[dn]\n[ext]\nsubjectAltName=DNS:${name}\n`,
  )
  const line = `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout key.pem -out cert.pem -days 2 -subj /CN=${name} -config config`
  const { status, error, stderr } = spawnSync('openssl', line.split(' '), { cwd: folder, encoding: 'utf8' })
  if (error) return null
  if (status !== 0) throw new Error(`openssl: ${stderr}`)
  const read = (file: string) => readFileSync(join(folder, file), 'utf8')
  return { key: read('key.pem'), cert: read('cert.pem') }
}
