/** Maximum number of values per kind; newer ones replace older ones. */
const MOST = 60;

/**
 * Creates a pool of the ids and names in responses so far, by field name, of all owners; nearly valid calls use them.
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

  /** Collects the ids and names of a response; a plain `id` is classified by its format. */
  function harvest(answer: unknown): void {
    if (Array.isArray(answer)) return answer.slice(0, 20).forEach(harvest);
    if (typeof answer !== 'object' || answer === null) return;
    for (const [name, value] of Object.entries(answer)) {
      if (typeof value === 'object') harvest(value);
      else if (typeof value === 'string' && /^(_?id|username)$|_id$/.test(name) && value.length <= 120)
        add(name, value);
    }
  }

  /** Returns candidate values for a field, best first: same name, a kind that the name ends with, or any. */
  function fitting(field: string): readonly string[] {
    if (/user|sender|recipient|creator|self|friend/.test(field)) return kinds.get('username') ?? [];
    const same = kinds.get(field);
    if (same) return same;
    if (field === 'message_ids') return kinds.get('message_id') ?? [];
    return /(^|_)ids?$/.test(field) ? [...kinds.values()].flat() : [];
  }

  /** Like `harvest`, for a raw response; one that is not JSON is ignored. */
  function harvestText(text: string): void {
    try {
      harvest(JSON.parse(text));
    } catch {
      // Pages, pictures, or an error that another check finds.
    }
  }

  return { add, harvestText, fitting };
}

export type Pool = ReturnType<typeof collectPool>;
