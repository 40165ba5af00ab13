/**
 * What masking one text or one result may cost. Whoever sends it decides what it looks like, so that the work is
 * bounded by its size and not by its shape; what is over the budget is masked whole.
 */
export type ScrubBudget = {
  /** Values and characters that are looked at. */
  units: number
  /** Comparisons with secrets, beyond one look at each character. */
  comparisons: number
}

/** Of one text: a report of a diagnosis has a million characters. */
const mostUnitsOfText = 4_000_000

/** Of one result: a hundred assertions that each show 10,240 characters are half of it. */
const mostUnitsOfResult = 2_000_000

const firstComparisons = 200_000

/**
 * Comparisons that a text may cost for each of its characters. Other texts need less than one; a long secret and
 * a text made of its beginnings would need thousands.
 */
const comparisonsPerCharacter = 16

export function createScrubBudget(of: 'text' | 'result'): ScrubBudget {
  const units = of === 'text' ? mostUnitsOfText : mostUnitsOfResult
  return { units, comparisons: firstComparisons }
}

/** Whether there is work left for a value that stands alone, such as a number or a list. */
export function spendOnValue(budget: ScrubBudget): boolean {
  budget.units -= 1
  return budget.units >= 0
}

/** Whether there is work left for all of a text. Longer texts may be compared more often. */
export function spendOnText(budget: ScrubBudget, text: string): boolean {
  budget.units -= text.length
  spendOnReading(budget, text)
  return budget.units >= 0
}

/** A text that is read another way costs as many comparisons again, and was looked at already. */
export function spendOnReading(budget: ScrubBudget, { length }: string): void {
  // A text that filled the budget leaves the next one its own share.
  budget.comparisons = Math.max(0, budget.comparisons) + comparisonsPerCharacter * length
}
