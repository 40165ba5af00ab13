import { createInterface } from 'node:readline/promises'
import type { CliIo } from '../cli-io.ts'

/** Whether somebody sits there who can be asked. */
export function canAsk({ stdin }: CliIo): boolean {
  return 'isTTY' in stdin && stdin.isTTY === true
}

/** Anything but a yes is a no. */
export async function confirm({ stdin, stderr, signal }: CliIo, question: string): Promise<boolean> {
  const prompt = createInterface({ input: stdin, output: stderr })
  try {
    const answer = await prompt.question(`${question} [y/N] `, { signal })
    return /^y(es)?$/i.test(answer.trim())
  } finally {
    prompt.close()
  }
}
