// What this browser remembers for somebody, by a name; one that keeps nothing has things as they come.

export function recall(name) {
  try {
    return JSON.parse(localStorage.getItem(name)) ?? {};
  } catch {
    return {};
  }
}

export function keep(name, more) {
  try {
    localStorage.setItem(name, JSON.stringify({ ...recall(name), ...more }));
  } catch {
    // and is asked in vain the next time too
  }
}
