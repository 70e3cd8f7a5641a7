// Tables whose heads sort: numbers by size, the smallest first, again the other way; words by letter.

function worth(cell) {
  const text = (cell.querySelector("b") ?? cell).textContent.trim(), number = Number.parseFloat(text.replace(/[\s\u00a0]/g, ""));
  return Number.isNaN(number) ? text : number;
}

function compared(a, b) {
  if (typeof a === typeof b) return typeof a === "number" ? a - b : a.localeCompare(b);
  return typeof a === "number" ? -1 : 1;  // what says nothing stands behind
}

export function sorting(table) {
  const heads = [...table.querySelectorAll("thead th")], body = table.querySelector("tbody");
  heads.forEach((head, column) => head.querySelector("button")?.addEventListener("click", () => {
    const down = head.getAttribute("aria-sort") === "ascending";
    for (const other of heads) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", down ? "descending" : "ascending");
    const rows = [...body.rows].map((row) => ({row, value: worth(row.cells[column])}));
    rows.sort((a, b) => compared(a.value, b.value) * (down && typeof a.value === typeof b.value ? -1 : 1));
    body.append(...rows.map((r) => r.row));
  }));
}
