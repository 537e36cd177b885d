#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <new>
#include <string>

#include "apps/mmdkit/commands.h"
#include "base/unicode.h"

namespace {

using mmdkit::app::Exit;

/// Warnings and errors go to standard error, in colour only on a terminal.
void set_up_log() {
  auto sink = std::make_shared<spdlog::sinks::stderr_color_sink_st>();
  const char* no_color = std::getenv("NO_COLOR");
  if (no_color != nullptr && *no_color != '\0') sink->set_color_mode(spdlog::color_mode::never);
  auto logger = std::make_shared<spdlog::logger>("mmdkit", std::move(sink));
  logger->set_pattern("mmdkit: %^%l%$: %v");
  spdlog::set_default_logger(std::move(logger));
}

Exit usage_error(const CLI::App& app, const std::string& what) {
  const CLI::App* command = &app;
  for (const CLI::App* parsed : app.get_subcommands()) command = parsed;
  spdlog::error("{}", what);
  std::fprintf(stderr, "Run 'mmdkit%s%s --help' for how to call it.\n", command == &app ? "" : " ",
               command == &app ? "" : command->get_name().c_str());
  return Exit::kUsage;
}

Exit run(int argc, char** argv) {
  // A closed pipe is an error of write(), not the end of the process in the middle of a file.
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);  // a file size limit likewise
  set_up_log();

  Exit exit = Exit::kOk;
  CLI::App app("Batch motion toolkit for MikuMikuDance data", "mmdkit");
  app.set_version_flag("--version", "mmdkit " MMDKIT_VERSION);
  app.require_subcommand(0, 1);
  app.footer(
      "Exit codes: 0 fine, 1 different or findings, 2 wrong usage, 3 bad input,\n"
      "4 the system refused, 5 a bug in mmdkit. 'mmdkit COMMAND --help' tells more.");
  mmdkit::app::add_info(app, exit);
  mmdkit::app::add_filter(app, exit);
  mmdkit::app::add_bake(app, exit);
  try {
    app.parse(argc, argv);
    if (app.get_subcommands().empty()) throw CLI::RequiredError("A command");
  } catch (const CLI::Success& success) {  // --help, --version
    if (app.exit(success) != 0) return Exit::kInternal;
    if (std::cout.flush()) return Exit::kOk;
    spdlog::error("standard output: cannot write");
    return Exit::kSystem;
  } catch (const CLI::ParseError& error) {
    if (app.get_subcommands().empty() && argc > 1 && argv[1][0] != '-')
      return usage_error(app, "unknown command '" + mmdkit::printable(argv[1]) + "'");
    return usage_error(app, error.what());
  }
  return exit;
}

}  // namespace

// Our own code reports errors as values; whatever still throws up to here is a bug.
int main(int argc, char** argv) try {
  return static_cast<int>(run(argc, argv));
} catch (const std::bad_alloc&) {
  std::fprintf(stderr, "mmdkit: error: not enough memory\n");
  return static_cast<int>(Exit::kSystem);
} catch (const std::exception& error) {
  std::fprintf(stderr, "mmdkit: internal error: %s\n", error.what());
  return static_cast<int>(Exit::kInternal);
}
