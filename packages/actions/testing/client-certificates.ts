import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type TestCertificate = { cert: string; key: string }

/** In a folder that is gone afterwards; gives what the files hold. */
function makeFiles(steps: readonly string[], files: readonly string[]): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'sonde-client-'))
  try {
    for (const step of steps) {
      const { status, error, stderr } = spawnSync('openssl', step.split(' '), {
        cwd: folder,
        encoding: 'utf8',
      })
      if (error) throw error
      if (status !== 0) throw new Error(`openssl ${step}: ${stderr}`)
    }
    return files.map((file) => readFileSync(join(folder, file), 'utf8'))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const kinds = {
  ec: '-newkey ec -pkeyopt ec_paramgen_curve:prime256v1',
  rsa: '-newkey rsa:2048',
  'short rsa': '-newkey rsa:512',
  ed25519: '-newkey ed25519',
} as const

/** A certificate that signed itself, with its key in clear. */
export function makeClientCertificate(kind: keyof typeof kinds = 'ec'): TestCertificate {
  const step = `req -x509 ${kinds[kind]} -nodes -keyout key.pem -out cert.pem -days 2 -subj /CN=client`
  const [cert = '', key = ''] = makeFiles([step], ['cert.pem', 'key.pem'])
  return { cert, key }
}

/** The same with its key encrypted: as it is done today, or as it was done long ago. */
export function makeEncryptedCertificate(
  passphrase: string,
  { isTraditional = false, options = '' } = {},
): TestCertificate {
  const made = 'req -x509 -newkey rsa:2048 -nodes -keyout clear.pem -out cert.pem -days 2 -subj /CN=client'
  const encrypted = isTraditional
    ? `rsa -in clear.pem -aes128 -traditional -passout pass:${passphrase} -out key.pem`
    : `pkcs8 -topk8 -in clear.pem -passout pass:${passphrase} -out key.pem${options}`
  const [cert = '', key = ''] = makeFiles([made, encrypted], ['cert.pem', 'key.pem'])
  return { cert, key }
}
