// The script of the sandbox's checkout page: performs the chosen action, and notifies the embedding window.
const main = document.querySelector('main[data-order]');
const said = document.querySelector('.said');
const buttons = [...document.querySelectorAll('button[data-outcome]')];
const orderId = main?.dataset.order ?? '';

const FAILED = 'The payment did not go through';
let isDone = false;

/** Posts a message to the parent or opener window; restricted to the same origin. */
function postOutcome(message) {
  const listener = window.parent === window ? window.opener : window.parent;
  const empty = { payment_id: null, signature: null, description: null };
  listener?.postMessage(
    { source: 'adda-sandbox', order_id: orderId, ...empty, ...message },
    window.location.origin,
  );
  if (window.opener && window.parent === window) window.close();
}

function show(text, isBusy) {
  said.textContent = text;
  for (const button of buttons) button.disabled = isBusy;
}

/** `told` is the outcome sent to the embedding page: an order that is declined later is sent as approved. */
async function choose({ outcome, told = outcome }) {
  if (isDone) return;
  isDone = true;
  show(outcome === 'dismiss' ? 'Cancelled.' : 'One moment…', true);
  try {
    const response = await fetch(`/sandbox/pay/${encodeURIComponent(orderId)}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ outcome }),
    });
    if (!response.ok) throw new Error(`status ${response.status}`);
    const paid = await response.json();
    const endings = {
      success: 'Done. You can close this page.',
      failure: `${FAILED}.`,
      dismiss: 'Cancelled.',
    };
    show(endings[told], true);
    postOutcome({ ...paid, outcome: told, description: told === 'failure' ? FAILED : null });
  } catch {
    // Cancelling works without the server as well: nothing was paid.
    if (outcome === 'dismiss') return postOutcome({ outcome });
    isDone = false;
    show('That did not work. Please try again.', false);
    buttons.find(({ dataset }) => dataset.outcome === outcome && (dataset.told ?? outcome) === told)?.focus();
  }
}

for (const button of buttons) button.addEventListener('click', () => void choose({ ...button.dataset }));
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape' && main) void choose({ outcome: 'dismiss' });
});
buttons[0]?.focus();
