import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** Runs a few lines of Python with the product's libraries; `input` and the answer are bytes. */
function python(lines: string, input: Buffer): Buffer {
  return execFileSync(`${ROOT}.venv/bin/python`, ["-c", lines], {
    input,
    env: { ...process.env, PYTHONPATH: `${ROOT}tests` },
    maxBuffer: 50_000_000,
  });
}

/** The same PDF, to be opened with this password only. */
export function locked(pdf: Buffer, password: string): Buffer {
  return python(
    `import sys; from support.pdfs import encrypted; sys.stdout.buffer.write(encrypted(sys.stdin.buffer.read(), user=${JSON.stringify(password)}, owner="o"))`,
    pdf,
  );
}

/** The text of a PDF, page by page. */
export function textsOf(pdf: Buffer): string[] {
  const found = python(
    "import io, json, sys; from pypdf import PdfReader; print(json.dumps([page.extract_text() for page in PdfReader(io.BytesIO(sys.stdin.buffer.read())).pages]))",
    pdf,
  );
  return JSON.parse(found.toString()) as string[];
}

/** A small PDF, one line of text on each page. */
export function pdfOf(pages: string[]): Buffer {
  const kids = pages.map((_, i) => `${4 + i * 2} 0 R`).join(" ");
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ...pages.flatMap((text, i) => {
      const drawn = `BT /F1 12 Tf 72 720 Td (${text}) Tj ET`;
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${5 + i * 2} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
        `<< /Length ${drawn.length} >>\nstream\n${drawn}\nendstream`,
      ];
    }),
  ];
  let file = "%PDF-1.4\n";
  const places = objects.map((object, i) => {
    const at = file.length;
    file += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(at).padStart(10, "0")} 00000 n \n`;
  });
  const start = file.length;
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join("")}`;
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(file, "latin1");
}
