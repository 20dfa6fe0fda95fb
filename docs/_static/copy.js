// A button on each block of code that copies it; of a console, only the commands.
function textOf(block) {
  const text = block.querySelector("pre").innerText;
  if (!block.parentElement.className.includes("highlight-console")) return text;
  return text.split("\n").filter((line) => line.startsWith("$ ")).map((line) => line.slice(2)).join("\n");
}

for (const block of document.querySelectorAll("article[role='main'] div.highlight")) {
  if (!navigator.clipboard) break;
  const button = document.createElement("button");
  button.type = "button";
  button.className = "copy";
  button.textContent = "Copy";
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(textOf(block));
    button.textContent = "Copied";
    setTimeout(() => (button.textContent = "Copy"), 2000);
  });
  block.append(button);
}
