import type { Violation } from '@sonde/schema/validation/violation.ts'

/** How mistakes name a resource, and where in it they are: `check "home": request.url must be …`. */
export function resourceName({ type, logicalId }: { type: string; logicalId: string }): string {
  return `${type} "${logicalId}"`
}

/** Gathers what is wrong, each path once, with the field after the name of the resource. */
export class Mistakes {
  readonly #byPath = new Map<string, Violation>()
  #advice: string | null = null

  add(path: string, message: string): void {
    // What was said first about a path is said best.
    if (!this.#byPath.has(path)) this.#byPath.set(path, { path, message })
  }

  /** What to do about them; the first that is known. */
  advise(advice: string): void {
    this.#advice ??= advice
  }

  get count(): number {
    return this.#byPath.size
  }

  /** One text for people: the first ones, and how many there are besides. */
  toString(): string {
    const texts = [...this.#byPath.values()].map(({ path, message }) => {
      const [, name = path, field = ''] = /^(\S+ "[^"]*")\.?(.*)$/s.exec(path) ?? []
      return `${name}: ${field === '' ? '' : `${field} `}${message}`
    })
    const named = texts.slice(0, mostNamed).join('; ')
    const all = texts.length > mostNamed ? `${named}; and ${texts.length - mostNamed} more` : named
    return this.#advice === null ? all : `${all}. ${this.#advice}`
  }
}

const mostNamed = 50
