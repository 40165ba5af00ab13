import type { LevelOffer } from './level-trial.ts'
import type { SandboxLevel, SandboxSetting } from './sandbox.ts'

export type LevelChoice = { level: SandboxLevel; reason: null } | { level: null; reason: string }

/** Without a level, scripted runs end without a verdict and with this reason; everything else runs as ever. */
export function chooseSandboxLevel(setting: SandboxSetting, offers: readonly LevelOffer[]): LevelChoice {
  const candidates = offers.filter(({ name }) => (setting === 'auto' ? name !== 'process' : name === setting))
  const best = candidates.find(({ level }) => level !== null)
  if (best !== undefined && best.level !== null) return { level: best.level, reason: null }
  const missing = candidates.map((offer) => `${offer.name}: ${offer.missing}`).join('; ')
  const trust =
    'SANDBOX=process runs scripts without a sandbox, for installations that trust everybody who may write a check'
  if (setting === 'auto') return { level: null, reason: `No sandbox for scripts. ${missing}. ${trust}.` }
  return { level: null, reason: `SANDBOX=${setting} cannot be had here. ${missing}.` }
}
