import type { CheckKind } from '@sonde/schema/check-types/check-kind.ts'
import { createValidator } from '@sonde/schema/validation/validator.ts'
import { UnreadableJob } from './execution.ts'

const validator = createValidator()

/**
 * Reads the configuration of runs of one type. What was saved has been validated, but variables were filled in
 * since: a port that became a word is no trouble of the target.
 */
export function createRunConfigReader<Config>({
  run,
  article,
  title,
}: CheckKind): (config: unknown) => Config {
  if (run === null) throw new Error(`${article} ${title} never runs on an agent`)
  const validate = validator.compile(run.config, { complete: true })
  return (config) => {
    const mistakes = validate(config)
    if (mistakes.length === 0) return asValidated<Config>(config)
    const texts = mistakes.slice(0, 5).map(({ path, message }) => `${path} ${message}`)
    throw new UnreadableJob(`its configuration is not valid for ${article} ${title}: ${texts.join('; ')}`)
  }
}

/** Safe because the type of a configuration is written beside the schema that has just validated it. */
function asValidated<Config>(config: unknown): Config {
  return config as Config
}
