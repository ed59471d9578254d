/** How many values of one kind are kept; later ones take the place of earlier ones. */
const MOST = 60;

/**
 * Ids and names that the program has told so far, by the name of their field, whomever they belong to: a call that is
 * nearly right needs them.
 */
export function collectPool() {
  const kinds = new Map<string, string[]>();
  let turn = 0;

  function add(kind: string, value: string): void {
    const values = kinds.get(kind) ?? [];
    kinds.set(kind, values);
    if (values.includes(value)) return;
    if (values.length < MOST) values.push(value);
    else values[(turn += 1) % MOST] = value;
  }

  /** Keeps every id and name of an answer; those called plainly `id` go by what they look like. */
  function harvest(answer: unknown): void {
    if (Array.isArray(answer)) return answer.slice(0, 20).forEach(harvest);
    if (typeof answer !== 'object' || answer === null) return;
    for (const [name, value] of Object.entries(answer)) {
      if (typeof value === 'object') harvest(value);
      else if (typeof value === 'string' && /^(_?id|username)$|_id$/.test(name) && value.length <= 120)
        add(name, value);
    }
  }

  /** Values that may fit a field, the best first: of the same name, of a kind that the name ends with, or any. */
  function fitting(field: string): readonly string[] {
    if (/user|sender|recipient|creator|self|friend/.test(field)) return kinds.get('username') ?? [];
    const same = kinds.get(field);
    if (same) return same;
    if (field === 'message_ids') return kinds.get('message_id') ?? [];
    return /(^|_)ids?$/.test(field) ? [...kinds.values()].flat() : [];
  }

  /** The same of an answer as it came; one that is no JSON holds nothing. */
  function harvestText(text: string): void {
    try {
      harvest(JSON.parse(text));
    } catch {
      // Pages, pictures, or a fault that is found elsewhere.
    }
  }

  return { add, harvestText, fitting };
}

export type Pool = ReturnType<typeof collectPool>;
