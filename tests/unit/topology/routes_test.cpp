#include <gpuplan/topology/traffic.hpp>

#include <catch2/catch.hpp>

#include <limits>

using namespace gpuplan;
using topology::Graph;
using topology::Kind;
using topology::Routes;
using topology::VertexId;

TEST_CASE("the shortest way has the least latency, then the fewest links", "[topology]") {
    Graph graph;
    const VertexId a = graph.add(Kind::Gpu, "a");
    const VertexId b = graph.add(Kind::Gpu, "b");
    const VertexId fast = graph.add(Kind::Leaf, "fast");
    const VertexId slow = graph.add(Kind::Leaf, "slow");
    graph.join(a, slow, 10, 3e-6);
    graph.join(slow, b, 10, 3e-6);
    graph.join(a, fast, 2, 1e-6);
    graph.join(fast, b, 4, 1e-6);
    const Routes routes(graph);

    const auto shortest = routes.shortest(a, b);
    const auto widest = routes.widest(a, b);

    REQUIRE(shortest);
    CHECK(shortest->latency == Approx(2e-6).epsilon(1e-12));
    CHECK(shortest->bandwidth == 2);
    REQUIRE(shortest->steps.size() == 2);
    CHECK(shortest->steps[0].link.value() == 2);
    CHECK(shortest->steps[0].forward);
    REQUIRE(widest);
    CHECK(widest->bandwidth == 10);
    CHECK(widest->latency == Approx(6e-6).epsilon(1e-12));
}

TEST_CASE("of equally wide ways the shorter one is taken", "[topology]") {
    Graph graph;
    const VertexId a = graph.add(Kind::Nic, "a");
    const VertexId b = graph.add(Kind::Nic, "b");
    const VertexId near = graph.add(Kind::Leaf, "near");
    const VertexId far = graph.add(Kind::Leaf, "far");
    graph.join(a, far, 50, 9e-6);
    graph.join(far, b, 7, 9e-6);
    graph.join(a, near, 7, 1e-6);
    graph.join(near, b, 7, 1e-6);

    const auto widest = Routes(graph).widest(a, b);

    REQUIRE(widest);
    CHECK(widest->bandwidth == 7);
    CHECK(widest->latency == Approx(2e-6).epsilon(1e-12));
}

TEST_CASE("a GPU passes nothing on between others", "[topology]") {
    Graph graph;
    const VertexId a = graph.add(Kind::Gpu, "gpu a");
    const VertexId between = graph.add(Kind::Gpu, "gpu between");
    const VertexId b = graph.add(Kind::Gpu, "gpu b");
    graph.join(a, between, 1, 0);
    graph.join(between, b, 1, 0);
    const Routes routes(graph);

    CHECK(routes.shortest(a, between));
    CHECK_FALSE(routes.shortest(a, b));
    CHECK_FALSE(routes.widest(a, b));
}

TEST_CASE("two vertices that nothing joins are both named", "[topology]") {
    Graph graph;
    const VertexId a = graph.add(Kind::Nic, "node 0 NIC 0");
    const VertexId b = graph.add(Kind::Nic, "node 1 NIC 0");
    const VertexId members[] = {a, b};
    const Routes routes(graph);

    for (const auto& trouble :
         {routes.shortest(a, b).diagnostics(), routes.widest(a, b).diagnostics(),
          topology::ringTraffic(routes, members).diagnostics()}) {
        const std::string text = describe(trouble);
        CHECK_THAT(text, Catch::Contains("\"node 0 NIC 0\""));
        CHECK_THAT(text, Catch::Contains("\"node 1 NIC 0\""));
    }
}

TEST_CASE("from a vertex to itself there is nothing to pass", "[topology]") {
    Graph graph;
    const VertexId a = graph.add(Kind::Host, "a");

    const auto route = Routes(graph).shortest(a, a);

    REQUIRE(route);
    CHECK(route->steps.empty());
    CHECK(route->bandwidth == std::numeric_limits<double>::infinity());
}
